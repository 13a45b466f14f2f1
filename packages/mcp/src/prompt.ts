/** The prompt with which a user starts a payment. */
import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import { quoted } from './fence.ts'
import { closed, text } from './tool.ts'

interface Input {
  readonly payee: string
  readonly amount: string
  readonly task_ref: string
}

export const registerPrompt = (server: McpServer): void => {
  server.registerPrompt(
    'request_payment',
    {
      title: 'Request a payment',
      description: 'Requests one payment to a known payee, and waits for the user to decide.',
      argsSchema: fromJsonSchema<Input>(
        closed({
          payee: text('payee name or recipient_id'),
          amount: text('decimal amount, such as 12.5'),
          task_ref: text('order, invoice or task number'),
        }),
      ),
    },
    ({ payee, amount, task_ref }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'text',
            text: `Ask for a payment of ${quoted(amount)} to the payee ${quoted(payee)} for the task ${quoted(task_ref)}.
Check connection_status, find the payee with list_recipients (if it is not there, stop and tell me), call request_payment
once with exactly this amount and this task_ref, tell me the facts that wait in my wallet, then call
wait_for_payment_request until the outcome is not unknown. Do not say that it is paid before it is confirmed.`,
          },
        },
      ],
    }),
  )
}
