"""What several kinds of rows ask the database alike: `containing` a word, `paging`, `storing` many ids or vectors, and whether a
thread is `incognito`."""
