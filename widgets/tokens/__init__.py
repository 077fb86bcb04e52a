"""The proofreader's marks: tokens on paper, one token looked at, a reply gone through round by round."""
