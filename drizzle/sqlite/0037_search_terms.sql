-- FTS5 splits text at punctuation itself. See PostgreSQL's migration of this name.
SELECT 1;
