-- SQLite compares texts by their bytes already: this pairs with what PostgreSQL needs.
SELECT 1;
