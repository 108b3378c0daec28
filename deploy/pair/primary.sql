-- Runs once on the primary, and the replica gets it from there. HAProxy's checks query this table. Its time is updated every
-- second, so its age on a replica is the replica lag. The user has no password, because checks cannot send one, and can read
-- only this table.
CREATE DATABASE IF NOT EXISTS monitor;
CREATE TABLE IF NOT EXISTS monitor.heartbeat (id INT PRIMARY KEY, at DATETIME NOT NULL) ENGINE = InnoDB;
REPLACE INTO monitor.heartbeat VALUES (1, UTC_TIMESTAMP());
CREATE EVENT IF NOT EXISTS monitor.beat ON SCHEDULE EVERY 1 SECOND DO UPDATE monitor.heartbeat SET at = UTC_TIMESTAMP();
CREATE USER IF NOT EXISTS haproxy@'%';
GRANT SELECT ON monitor.heartbeat TO haproxy@'%';
