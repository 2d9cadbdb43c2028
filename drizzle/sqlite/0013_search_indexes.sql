-- PostgreSQL's index of words is divided as SQLite's tables of words are from the start: here there is nothing to do.
DROP INDEX IF EXISTS `search_documents_terms`;
