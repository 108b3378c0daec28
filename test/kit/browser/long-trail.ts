/** An audit trail as it is after years: before what is there stand `count` events of two people, an hour apart, the last in 2025. */
export function longTrail(count: number): string {
  const hour = 3_600_000;
  const last = Date.parse('2025-12-31T12:00:00Z');
  return `
    UPDATE audit_events SET sequence = sequence + 1000000;
    UPDATE audit_heads SET sequence = sequence + 1000000;
    WITH RECURSIVE past(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM past WHERE n < ${count})
    INSERT INTO audit_events (enterprise_key, sequence, at, actor, action, api_key_id, application, details, address, request_id, hash)
    SELECT head.enterprise_key, n, ${last} - (${count} - n) * ${hour},
      CASE WHEN n % 10 = 0 THEN 'admin:olga@havelwerk.example' ELSE 'admin:ines@havelwerk.example' END,
      CASE WHEN n % 10 = 0 THEN 'api_key.updated' ELSE 'sign_in.succeeded' END,
      CASE WHEN n % 10 = 0 THEN 'key-of-old' ELSE '' END,
      CASE WHEN n % 10 = 0 THEN 'Old report' ELSE '' END,
      CASE WHEN n % 10 = 0 THEN '{"previous_application":"Older report"}' ELSE '{"method":"password","role":"admin"}' END,
      CASE WHEN n = 7 THEN '198.51.100.7' ELSE '10.20.4.17' END, 'request-' || n, ''
    FROM past, (SELECT DISTINCT enterprise_key FROM audit_heads) AS head;`;
}
