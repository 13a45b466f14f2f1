/** The only reader of the environment. */
import { homedir } from 'node:os'
import { join } from 'node:path'

export interface Environment {
  readonly config_dir: string
  readonly profile: string | undefined
  readonly base_url: string | undefined
  readonly webhook_secret: string | undefined
  /** Speaks in place of a session, as a server does. */
  readonly merchant_key: string | undefined
  /** Of `npm run dev`, told with the same names that it is told with. */
  readonly site_dir: string | undefined
  readonly mail_url: string | undefined
  /** Where programs keep what is theirs, on Windows. */
  readonly app_data: string | undefined
}

/** A command in a text as its reader can type it: in a clone `countersign` is found by npx alone. */
export const asTyped = (text: string, env: NodeJS.ProcessEnv = process.env): string =>
  env['npm_command'] === 'exec' ? text.replaceAll(/(?<!npx )\bcountersign (?=[a-z<-])/g, 'npx countersign ') : text

export const readEnvironment = (env: NodeJS.ProcessEnv = process.env): Environment => ({
  config_dir:
    env['COUNTERSIGN_CONFIG_DIR'] || join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'countersign'),
  profile: env['COUNTERSIGN_PROFILE'] || undefined,
  base_url: env['COUNTERSIGN_BASE_URL'] || undefined,
  merchant_key: env['COUNTERSIGN_MERCHANT_KEY'] || undefined,
  webhook_secret: env['COUNTERSIGN_WEBHOOK_SECRET'] || undefined,
  site_dir: env['DEV_SITE_DIR'] || undefined,
  mail_url: env['DEV_MAIL_PORT'] ? `http://127.0.0.1:${env['DEV_MAIL_PORT']}` : undefined,
  app_data: env['APPDATA'] || undefined,
})
