/**
 * `node build.ts [folder]`: builds the SDK, into `dist` if no folder is given. It is published without dependencies, so what it imports
 * of the protocol is built into it, as files of its own. It builds a copy: others read the sources at the same time.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'

const HERE = import.meta.dirname
const ROOT = join(HERE, '../..')
const into = resolve(process.argv[2] ?? join(HERE, 'dist'))

const copy = mkdtempSync(join(tmpdir(), 'pursestrings-sdk-'))
const sdk = join(copy, 'packages/sdk')
try {
  cpSync(join(ROOT, 'tsconfig.json'), join(copy, 'tsconfig.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'src'])
    cpSync(join(HERE, name), join(sdk, name), { recursive: true })
  for (const name of globSync('**/*.ts', { cwd: join(sdk, 'src') })) {
    const file = join(sdk, 'src', name)
    const protocol = relative(dirname(file), join(sdk, 'src/protocol')).replaceAll('\\', '/')
    const from = protocol.startsWith('.') ? protocol : `./${protocol}`
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replaceAll(/(?<=from ')@pursestrings\/protocol\/([\w/-]+)(?=')/g, `${from}/$1.ts`))
  }
  cpSync(join(HERE, '../protocol/src'), join(sdk, 'src/protocol'), { recursive: true })
  const compile = ['-p', join(sdk, 'tsconfig.build.json'), '--outDir', into]
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...compile], { stdio: 'inherit' })
} finally {
  rmSync(copy, { recursive: true, force: true })
}
