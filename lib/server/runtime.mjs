// Loaded before anything else (node --import): better-sqlite3 ends an older Node without a word, so the version is checked first.
const oldest = [22, 18];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(`Peergraph needs Node ${oldest.join('.')} or later and found ${process.versions.node}.`);
  console.error(
    'Run "npm ci" again: it brings Node 24 with it on Linux and Windows. On other systems install Node 24, then start through npm.',
  );
  process.exit(1);
}
process.env.NEXT_TELEMETRY_DISABLED = '1';
