"""The HUD: panels, texts and buttons over imgui, and the look they share."""
