// Fails if a production dependency has a known vulnerability of high or critical severity. Some registries do not support
// `npm audit`. The command then prints that nothing was checked, and succeeds. Addresses of registries are never printed.
import { spawnSync } from 'node:child_process';

const REPORTED_SEVERITIES = ['high', 'critical'];

/** Returns the report of an audit, or undefined if npm printed anything else. */
function parseReport(text) {
  try {
    const report = JSON.parse(text);
    return report.metadata?.vulnerabilities ? report : undefined;
  } catch {
    return undefined;
  }
}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  timeout: 60_000,
  maxBuffer: 64 * 2 ** 20,
});
const report = parseReport(stdout);
if (!report) {
  console.log('The registry does not support npm audit. The production dependencies were not checked');
} else {
  const found = Object.values(report.vulnerabilities).filter(({ severity }) =>
    REPORTED_SEVERITIES.includes(severity),
  );
  for (const { name, severity, range, via } of found) {
    const titles = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : cause.title));
    console.error(`${name} ${range}: ${severity}: ${titles.join('; ')}`);
  }
  if (found.length > 0) process.exitCode = 1;
  else console.log('No production dependency has a known vulnerability of high or critical severity');
}
