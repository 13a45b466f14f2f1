/** Every command, and what holds for all of them. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addAgents } from './agents.ts'
import { addCompletion } from './completion.ts'
import { addConnect } from './connect.ts'
import { addDemo } from './demo.ts'
import { addDoctor } from './doctor.ts'
import { addDomains } from './domains.ts'
import { addEvents } from './events.ts'
import { EXIT_CODES_HELP } from './exit-codes.ts'
import { addInit } from './init.ts'
import { addListen } from './listen.ts'
import { addLogin } from './login.ts'
import { addMcp } from './mcp.ts'
import { addRecipients } from './recipients.ts'
import { addRequests } from './requests.ts'
import { addTrigger } from './trigger.ts'
import { addWallet } from './wallet.ts'
import { addWebhooks } from './webhooks.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export const createProgram = (): Command => {
  const program = new Command('countersign')
    .description('Agents ask, wallets answer: Countersign from a terminal')
    .version(version)
    .option('--json', 'the answer as JSON, alone on stdout')
    .option('--profile <name>', 'which profile (or COUNTERSIGN_PROFILE); "default" unless told')
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .helpCommand(false)
    // Help and faults of usage come back to main, which tells them like all others.
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText(
      'after',
      `\nFirst steps, with \`npm run dev\` running:\n  $ countersign demo\n  $ countersign requests create --amount 12.5 --task order-1\n${EXIT_CODES_HELP}`,
    )
  const groups = [
    { title: 'Set up:', add: [addInit, addLogin, addDoctor, addDemo] },
    { title: 'For merchants:', add: [addDomains, addRecipients, addAgents, addWebhooks] },
    { title: 'For agents:', add: [addConnect, addRequests, addEvents, addListen, addMcp] },
    { title: 'For tests:', add: [addWallet, addTrigger] },
    { title: 'More:', add: [addCompletion] },
  ]
  for (const { title, add } of groups) {
    program.commandsGroup(title)
    for (const one of add) one(program)
  }
  return program
}
