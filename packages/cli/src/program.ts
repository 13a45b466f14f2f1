/** Every command, and what holds for all of them. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addAgents } from './commands/agents.ts'
import { addAudit, addAuditCopy } from './commands/audit.ts'
import { addCompletion } from './commands/completion.ts'
import { addConnect } from './commands/connect.ts'
import { addDemo } from './commands/demo.ts'
import { addDoctor } from './commands/doctor.ts'
import { addDomains } from './commands/domains.ts'
import { addEvents } from './commands/events.ts'
import { addExport } from './commands/export.ts'
import { addInit } from './commands/init.ts'
import { addKeys } from './commands/keys.ts'
import { addListen } from './commands/listen.ts'
import { addLog } from './commands/log.ts'
import { addLogin } from './commands/login.ts'
import { addMcp } from './commands/mcp.ts'
import { addMembers } from './commands/members.ts'
import { addOverview, addSearch } from './commands/overview.ts'
import { addPayee } from './commands/payee.ts'
import { addPolicies } from './commands/policies.ts'
import { addProjects } from './commands/projects.ts'
import { addReceipt } from './commands/receipt.ts'
import { addRecipients } from './commands/recipients.ts'
import { addRequests } from './commands/requests.ts'
import { addSessions } from './commands/sessions.ts'
import { addTrigger } from './commands/trigger.ts'
import { addWallet } from './commands/wallet.ts'
import { addWebhooks } from './commands/webhooks.ts'
import { asTyped } from './environment.ts'
import { EXIT_CODES_HELP } from './stop.ts'
import { terminal } from './terminal.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

export const createProgram = (): Command => {
  const { stdout, stderr } = terminal()
  const program = new Command('pursestrings')
    .description('Let AI agents ask for money. Let people say yes.')
    .version(version)
    .option('--json', 'Print JSON only')
    .option('--profile <name>', 'profile, or PURSESTRINGS_PROFILE (default: "default")')
    .configureHelp({ showGlobalOptions: true, subcommandTerm: (command) => command.name() })
    .helpCommand(false)
    // Help and faults of usage come back to main, which tells them like all others.
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: () => {},
    })
    .addHelpText(
      'after',
      asTyped(
        `\nFirst steps, with \`npm run dev\` running:\n  $ pursestrings demo\n  $ pursestrings requests create --amount 12.5 --task order-1\n${EXIT_CODES_HELP}`,
      ),
    )
  const groups = [
    { title: 'Set up:', add: [addInit, addLogin, addDoctor, addDemo] },
    {
      title: 'For merchants:',
      add: [
        addDomains,
        addRecipients,
        addAgents,
        addWebhooks,
        addKeys,
        addProjects,
        addPolicies,
        addOverview,
        addSearch,
        addAudit,
        addExport,
        addAuditCopy,
        addLog,
        addMembers,
        addSessions,
      ],
    },
    { title: 'For agents:', add: [addConnect, addRequests, addEvents, addListen, addMcp] },
    { title: 'For anybody:', add: [addPayee, addReceipt] },
    { title: 'For tests:', add: [addWallet, addTrigger] },
    { title: 'More:', add: [addCompletion] },
  ]
  for (const { title, add } of groups) {
    program.commandsGroup(title)
    for (const one of add) one(program)
  }
  return program
}
