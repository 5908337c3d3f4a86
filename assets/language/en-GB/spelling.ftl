# British English. Only what is spelled or worded differently from ../en.
