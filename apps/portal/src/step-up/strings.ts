/** The words of confirming a change. What is confirmed is named by its operation, which is what the service is asked to do. */
export const stepUpStrings = {
  stepUp: {
    title: 'Confirm it’s you',
    passkey: {
      money: 'Changing where money goes needs a passkey used in the last five minutes.',
      other: 'This change needs a passkey used in the last five minutes.',
    },
    mail: {
      unsent: {
        money: 'Changing where money goes needs a code. We email it to you when you press the button.',
        other: 'This change needs a code. We email it to you when you press the button.',
      },
      sent: {
        money: 'To change where money goes, enter the code we emailed you.',
        other: 'To make this change, enter the code we emailed you.',
      },
    },
    about: 'You’re about to',
    elsewhere: 'Passkey on another device? Choose “phone or tablet” in the next window.',
    usePasskey: 'Use passkey',
    send: 'Email me a code',
    sent: 'We sent a code to {{email}}. It works for ten minutes.',
    again: 'Send another code',
    code: 'Code',
    confirm: 'Confirm',
    canceled: 'You didn’t confirm, so nothing changed.',
    does: {
      recipients_activate_version: 'Activate a payee’s version',
      recipients_approve_version: 'Approve a payee’s version',
      recipients_update: 'Rename a payee',
      merchant_domains_verify: 'Verify a domain',
      agent_credentials_activate: 'Activate an agent’s key',
      api_keys_create: 'Create an API key',
      merchant_keys_create: 'Create a merchant key',
      webhook_endpoints_rotate_secret: 'Rotate a webhook secret',
      member_invitations_create: 'Invite someone',
      members_update: 'Change a member’s role',
      members_remove: 'Remove a member',
      passkeys_register: 'Add a passkey',
      merchants_update: 'Change how payees are protected',
      other: 'Change something that needs your confirmation',
    },
  },
  passkeyFault: {
    canceled: 'No passkey was used. Try again when you’re ready.',
    here: 'Passkeys don’t work at this address. On your own machine, open the portal as localhost.',
    known: 'This device already has a passkey for you.',
    none: 'This browser has no passkeys.',
  },
} as const
