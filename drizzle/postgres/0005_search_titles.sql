-- Titles are completed by a range of their first words, in the order of code points whatever the server's locale.
ALTER TABLE "work_titles" ALTER COLUMN "title_key" TYPE text COLLATE "C";
