"""What a side may know: views, witnessed events, samples."""
