const MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < MAJOR) {
  console.error(
    `This is Node ${process.versions.node}; Video Reader needs ${MAJOR}. Run it by npm (npm start), which takes the Node that npm ci installed.`,
  );
  process.exit(1);
}
