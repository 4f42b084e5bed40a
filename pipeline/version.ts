import packageFile from '../package.json' with { type: 'json' }

/** The version of the program that builds snapshots, as every manifest records it. */
export const pipelineVersion = packageFile.version
