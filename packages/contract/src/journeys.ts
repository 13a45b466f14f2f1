// Made by `npm run generate`; do not edit.
/** Of docs/journeys.md, one that needs the operation of a module. */
export const JOURNEYS: Readonly<Record<string, string>> = {
  'merchants.update':
    'We want two people for every payee change: I ask, my colleague approves what they saw, or says no',
  'merchant_sessions.list': 'I left myself signed in somewhere, and sign out everywhere',
  'merchant_keys.create': 'My server lists our payment requests with a key, long after I signed out',
  'merchant_keys.list': 'My server lists our payment requests with a key, long after I signed out',
  'merchant_keys.revoke': 'Somebody stole the key of our server: it moves no money, and I end it at once',
  'members.list': 'I lost my mailbox; another owner lets me back in',
  'members.update': 'I invite a colleague, who may do what their role says and no more',
  'members.remove': 'A colleague leaves; they are out at once',
  'member_invitations.create': 'I invite a colleague, who may do what their role says and no more',
  'recipients.update':
    'I give our till another name, then somebody gets at it: I recall it, and nobody pays it any more',
  'recipients.stop_version':
    'I give our till another name, then somebody gets at it: I recall it, and nobody pays it any more',
  'recipients.list_approvals':
    'We want two people for every payee change: I ask, my colleague approves what they saw, or says no',
  'recipients.approve_version':
    'We want two people for every payee change: I ask, my colleague approves what they saw, or says no',
  'devices.create_link_code': 'Somebody stole the token of a device; without its key they link no device of theirs',
  'connections.list_recipients': 'I ask which payees I can request payments for',
  'payment_requests.cancel': 'I asked for the wrong amount; I take it back before the payer decides',
  'webhook_endpoints.delete': 'My server hears by signed webhook what the feed says',
  'webhook_endpoints.rotate_secret': 'My server hears by signed webhook what the feed says',
  'webhook_endpoints.test': 'My server hears by signed webhook what the feed says',
  'automation_policies.drop_proposal': 'An agent asks me for wider limits, and my old ones stay until I agree',
  'automation_policies.set_status':
    'My wallet claims a payment before signing it, so that nobody can cancel what I sign',
  'agent_payments.read_refused':
    'I see what my agent asked for in vain, by how much it was over, and let a person decide',
  'agent_payments.cancel': 'My wallet claims a payment before signing it, so that nobody can cancel what I sign',
  'audit_events.list': 'Somebody stole the key of our server: it moves no money, and I end it at once',
}
