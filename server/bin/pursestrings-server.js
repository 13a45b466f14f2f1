#!/usr/bin/env node
import module from 'node:module'

// Old releases of Node stop here with one sentence, instead of a syntax error somewhere in the program.
const NODE_MAJOR_MIN = 24
if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  console.error(`error: pursestrings-server needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.versions.node}.`)
  console.error('  what to do: install a newer Node from https://nodejs.org, and run the command again.')
  process.exit(1)
}
// What Node has compiled once it need not compile at the next start.
module.enableCompileCache?.()
await import('../lib/server/src/main.js')
