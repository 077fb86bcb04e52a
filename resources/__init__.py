"""Icons, themes, translations and texts that come with the program."""
