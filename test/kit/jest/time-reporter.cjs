const SLOWEST = 20;
const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(7)} s`;

/** Prints the time of each project and the slowest files at the end of a run. */
module.exports = class {
  onRunComplete(_contexts, { testResults }) {
    const files = testResults.map(({ displayName, testFilePath, perfStats }) => ({
      project: displayName?.name ?? '',
      file: testFilePath.replace(/^.*\/dist-test\//, ''),
      ms: perfStats.runtime,
    }));
    const projects = new Map();
    for (const { project, ms } of files) projects.set(project, (projects.get(project) ?? 0) + ms);
    console.log('\nTime of each project, summed over the workers:');
    for (const [project, ms] of projects) console.log(`${seconds(ms)}  ${project}`);
    console.log(`The ${SLOWEST} slowest files:`);
    for (const { project, file, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
      console.log(`${seconds(ms)}  ${project} ${file}`);
  }
};
