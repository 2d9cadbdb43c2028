-- SQLite changes a counted row in place for each author. PostgreSQL would keep a version of it for each: see its migration of this name.
SELECT 1;
