'use strict'

const { enableCompileCache } = require('node:module')
const { join } = require('node:path')

/*
 * Every npm script that runs TypeScript loads this first: an older Node can't read TypeScript, and
 * the native module of SQLite crashes it. Any Node can read this file. package.json says which
 * version is needed.
 */
const { node: needed } = require('../package.json').engines

if (parseInt(process.versions.node, 10) < parseInt(/\d+/.exec(needed)[0], 10)) {
  process.stderr.write(
    `This program needs Node ${needed}, and ${process.execPath} is ${process.version}.\n` +
      'Install a newer Node from https://nodejs.org; on Linux, `npm ci` brings one along ' +
      'unless optional dependencies are omitted.\n',
  )
  process.exit(2)
}

// Compiled code is kept beside the packages where it can be, for the processes that this one starts too.
process.env.NODE_COMPILE_CACHE = join(__dirname, '../node_modules/.cache/node')
enableCompileCache(process.env.NODE_COMPILE_CACHE)
