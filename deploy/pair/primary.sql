-- Once, on the primary; the replica gets it from there. HAProxy's checks ask this table: a beat a second tells how far
-- behind a replica is, whatever holds it up. Without a password, because checks cannot send one; it may read nothing else.
CREATE DATABASE IF NOT EXISTS monitor;
CREATE TABLE IF NOT EXISTS monitor.heartbeat (id INT PRIMARY KEY, at DATETIME NOT NULL) ENGINE = InnoDB;
REPLACE INTO monitor.heartbeat VALUES (1, UTC_TIMESTAMP());
CREATE EVENT IF NOT EXISTS monitor.beat ON SCHEDULE EVERY 1 SECOND DO UPDATE monitor.heartbeat SET at = UTC_TIMESTAMP();
CREATE USER IF NOT EXISTS haproxy@'%';
GRANT SELECT ON monitor.heartbeat TO haproxy@'%';
