-- Once, on any node: the others get it from there. HAProxy's checks sign in without a password, because they cannot send one; it may
-- read nothing but the state of the server.
CREATE USER IF NOT EXISTS haproxy@'%';
