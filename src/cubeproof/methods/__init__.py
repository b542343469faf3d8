"""What can be computed: one folder for each method. A method knows neither engines nor their settings."""
