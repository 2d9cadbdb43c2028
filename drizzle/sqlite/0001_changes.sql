CREATE TABLE `changes` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`parts` text NOT NULL
);
