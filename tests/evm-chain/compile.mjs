/** Runs where solc is installed: compiles Usdc.sol, and writes what creates it as `usdc.hex`. */
import { readFileSync, writeFileSync } from 'node:fs'
import solc from 'solc'

const input = {
  language: 'Solidity',
  sources: { 'Usdc.sol': { content: readFileSync('Usdc.sol', 'utf8') } },
  settings: {
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { 'Usdc.sol': { Usdc: ['evm.bytecode.object'] } },
  },
}
const read = (path) => ({ contents: readFileSync(`node_modules/${path}`, 'utf8') })
const { contracts, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input), { import: read }))
const faults = errors.filter(({ severity }) => severity === 'error')
if (faults.length > 0) throw new Error(faults.map(({ formattedMessage }) => formattedMessage).join('\n'))
writeFileSync('usdc.hex', `0x${contracts['Usdc.sol'].Usdc.evm.bytecode.object}`)
