/** docs/conformance.md: what a run against a service saw, and what the other modes look for. The same run gives the same bytes. */
import type { Book, Judgement } from './book.ts'
import { countsLine } from './report.ts'
import type { Section } from './sentence.ts'
import { receiverSections } from './sentences/receivers.ts'
import { WALLET_SECTIONS } from './sentences/wallets.ts'

export const pageOf = (
  book: Book,
): string => `<!-- Made by \`npm run conformance -- --page docs/conformance.md\`; do not edit. -->

# Conformance

The [conformance kit](../packages/conformance/README.md) uses none of our packages, so it can't share their mistakes. In a clone, after
\`npm install\`:

| To test                                             | Run                                                                      |
| --------------------------------------------------- | ------------------------------------------------------------------------ |
| [a service](#a-service)                             | \`npm run conformance -- --url …\`                                       |
| [a receiver of webhooks](#a-receiver-of-webhooks)   | \`npm run conformance -- --receiver … --secret whsec_… --delivered …\`   |
| [a wallet](#a-wallet)                               | \`npm run conformance -- --wallet …\`                                    |

## A service

Every sentence and table row of the specification, in our words, and what the kit saw of it as operator, agent, wallet, project and
receiver of webhooks. ${countsLine(book)}.

A sentence is \`met\` if everything that the kit looked at holds, and \`not met\` if something else was seen, or nothing. It's
\`not judged\` if the specification leaves it open, if it's a duty of the caller, or if nobody can see it from outside. Where it leaves
something open, [differences](differences.md) says what we decided.

${book.judgements().map(seenText).join('\n')}
## A receiver of webhooks

The kit signs and sends as the service does, rightly and wrongly, and judges what a receiver makes of it.
[Receive webhooks](webhooks.md#test-your-receiver) says how to run it. The receivers in the [examples](../examples/README.md) meet every sentence.

${receiverSections(true).map(ruleText).join('\n')}
## A wallet

The kit is the service, and it drives the wallet with a command in place of its user. It changes what it signed, loses answers, cancels late and
repeats itself, and judges what the wallet shows and reports. [Build a wallet](quickstart-wallet.md#test-your-wallet) says how to run it. The
[command line](../packages/cli/README.md)'s own wallet meets every sentence.

${WALLET_SECTIONS.map(ruleText).join('\n')}`

const seenText = ({ title, judgements }: ReturnType<Book['judgements']>[number]): string => `### ${title}

| Where | What it says | Seen |
|---|---|---|
${judgements.map(rowText).join('\n')}
`

const rowText = ({ sentence, verdict, looks }: Judgement): string => {
  const what = [...new Set(looks.map((look) => look.what))].join('; ')
  const why = verdict === 'not judged' ? sentence.kind : what
  return `| ${sentence.at} | ${sentence.says} | **${verdict}**: ${why} |`.replaceAll('\n', ' ')
}

const ruleText = ({ title, sentences }: Section): string => `### ${title}

| Where | What it must do |
|---|---|
${sentences.map(({ at, says }) => `| ${at} | ${says} |`).join('\n')}
`
