"""The column that shows what speculation buys, and the settings of replies."""
