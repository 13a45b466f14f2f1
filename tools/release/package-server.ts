/**
 * Makes the published package of the service in dist/pursestrings-server, and packs it. The tree in it is that of the
 * sources (server/src/platform/files.ts). The same sources give the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { README_FILES } from '../../server/src/platform/pages/doc-places.ts'
import { buildPortal } from '../dev/build-portal.ts'
import { bundle, describePackage, noticesOf, packagesOf, sbomOf } from './server-package/bundle.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Read by the service while it runs. */
const FILES = ['server/schema', 'apps/portal/dist', 'apps/wallet/dist', 'docs', 'LICENSE']
/** Only where `npm run docs` has built it: without it the service shows the same texts plainly. */
const SITE = ['site/dist'].filter((folder) => existsSync(ROOT + folder))

export const packageServer = async (folder = `${ROOT}dist/pursestrings-server`): Promise<string> => {
  await buildPortal()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const modules = await bundle(`${ROOT}server/src/main.ts`, `${folder}/lib/server/src`)
  const bundled = packagesOf(modules).map(describePackage)
  for (const file of [...FILES, ...README_FILES, ...SITE]) cpSync(ROOT + file, `${folder}/${file}`, { recursive: true })
  cpSync(`${ROOT}server/bin`, `${folder}/bin`, { recursive: true })
  cpSync(`${ROOT}server/README.md`, `${folder}/README.md`)
  const { version } = JSON.parse(readFileSync(`${ROOT}server/package.json`, 'utf8')) as { version: string }
  writeFileSync(`${folder}/THIRD-PARTY-NOTICES`, noticesOf(bundled))
  writeFileSync(`${folder}/sbom.cdx.json`, sbomOf(bundled, { name: 'pursestrings-server', version }, ROOT))
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest(version), null, 2)}\n`)
  return folder
}

const manifest = (version: string) => ({
  name: 'pursestrings-server',
  version,
  license: 'Apache-2.0',
  type: 'module',
  description: 'The Pursestrings service: agents ask for payments, wallets answer',
  repository: {
    type: 'git',
    url: 'git+https://github.com/pursestrings/pursestrings.git',
    directory: 'server',
  },
  bin: { 'pursestrings-server': 'bin/pursestrings-server.js' },
  engines: { node: '>=24' },
})

/** The tarball that `npm install` takes. */
export const packServer = (folder: string, into = `${ROOT}dist`): string => {
  if (!existsSync(into)) mkdirSync(into, { recursive: true })
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', into], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [packed] = JSON.parse(said.slice(said.indexOf('['))) as { filename: string }[]
  if (packed === undefined) throw new Error(`npm pack said: ${said}`)
  return `${into}/${packed.filename}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(packServer(await packageServer()))
