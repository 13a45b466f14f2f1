/** The team's pages in Chromium: members, passkeys and sessions, confirming a change, the audit log, and signing in by passkey. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { PortalWorld } from './portal-world.ts'

const addAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

export const organizationCases = (shared: () => PortalWorld): void => {
  let world: PortalWorld
  beforeAll(() => {
    world = shared()
  })

  test('an owner adds a passkey, confirms a change with it, and signs in by it', async () => {
    const { dev, inspect, signedIn } = world
    const email = 'owner@harbour-books.example'
    const { page, faults, merchant } = await signedIn(email, 'Harbour Books')
    await addAuthenticator(page)
    await page.goto(`${dev.portal_url}/settings?tab=security`)
    await page.getByText('No passkeys yet.').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Work laptop', { exact: true }).first().waitFor()
    await page.getByText('Command line').waitFor()
    await inspect(page, 'security')

    // The session was opened by mail, so a change asks for the passkey.
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByText('1 passkey').waitFor()
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill('jo@harbour-books.example')
    await inspect(page, 'invite')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText('Invite jo@harbour-books.example as Developer').waitFor()
    await inspect(page, 'step-up')
    await page.getByRole('button', { name: 'Cancel' }).last().click()
    await page.getByText('You didn’t confirm, so nothing changed.').waitFor()
    expect(await merchant.memberInvitations.list().toArray()).toEqual([])
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await page.getByText('invited by owner@harbour-books.example').waitFor()
    expect(await merchant.memberInvitations.list().toArray()).toHaveLength(1)
    await inspect(page, 'members')
    await page.goto(`${dev.portal_url}/settings?tab=security`)
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('navigation').waitFor()

    // A session that ends goes on by passkey, and what was typed stays.
    await page.goto(`${dev.portal_url}/agents`)
    await page.getByLabel('Name').fill('Restock agent')
    await page.context().clearCookies()
    // The page may have noticed already, by its stream, and cover the button.
    await page.getByRole('button', { name: 'Add agent', includeHidden: true }).dispatchEvent('click')
    await page.getByRole('heading', { name: 'Your session expired' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Your session expired' }).waitFor({ state: 'hidden' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Restock agent')
    await page.getByRole('button', { name: 'Add agent' }).click()
    await page.getByRole('heading', { name: 'Restock agent' }).waitFor()

    // A passkey that is lost goes at once for whoever has just used one.
    await page.goto(`${dev.portal_url}/settings?tab=security`)
    await page.getByRole('button', { name: 'Remove Work laptop' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByText('No passkeys yet.').waitFor()
    expect(faults).toEqual([])
  })

  test('whoever is invited sees it at sign-in, joins, looks and leaves; an owner sees all of it in the audit log', async () => {
    const { dev, inspect, open, newLink, signedIn } = world
    const email = 'mara@quay.example'
    const { page: own, merchant, faults: own_faults } = await signedIn('first@quay.example', 'Quay Records', '/members')
    await own.getByText('There’s only one owner').waitFor()
    expect(await own.getByRole('button', { name: 'Leave' }).count()).toBe(0)
    await merchant.memberInvitations.create({ email, role: 'viewer' })

    const { page, faults } = await open(await newLink(email))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Choose an organization' }).waitFor()
    await page.getByText('You’re invited as Viewer.').waitFor()
    await inspect(page, 'choose')
    await page.getByRole('button', { name: 'Join Quay Records' }).click()
    await page.getByRole('navigation').waitFor()
    await page.goto(`${dev.portal_url}/settings`)
    await page.getByText('An owner or admin can change it.').waitFor()
    await page.goto(`${dev.portal_url}/members`)
    await page.getByText('None, uses email codes').first().waitFor()
    expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('button', { name: 'Leave organization' }).click()
    await page.getByRole('heading', { name: 'Sign in or sign up' }).waitFor()
    expect((await merchant.members.list().toArray()).length).toBe(1)
    expect(faults).toEqual([])

    await own.goto(`${dev.portal_url}/settings`)
    await own.getByLabel('Waiting time').selectOption('3')
    await own.getByLabel('Waiting time').selectOption('2')
    await own.getByText(/^Until .*, new addresses still wait 3 days\.$/).waitFor()
    await own.getByLabel('Organization name').fill('Quay Records and Tapes')
    await inspect(own, 'settings')
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByText('Quay Records and Tapes').waitFor()
    await own.getByRole('link', { name: 'Audit log' }).click()
    await own.getByText('Left the organization').waitFor()
    await own.getByText('Left the organization').click()
    await inspect(own, 'audit')
    await own.getByLabel('Action').selectOption('member_invitation.created')
    await own.getByText('Left the organization').waitFor({ state: 'detached' })
    expect(await own.locator('.audit li').count()).toBe(1)
    expect(new URL(own.url()).search).toBe('?action=member_invitation.created')
    expect(own_faults).toEqual([])
  })

  test('a code from a mail confirms an invitation; it is taken back, and a colleague who is removed is out at once', async () => {
    const { inspect, open, newLink, signedIn, query } = world
    const [email, theirs] = ['head@dune.example', 'kim@dune.example']
    const { page, faults, merchant } = await signedIn(email, 'Dune Press', '/members')
    await merchant.memberInvitations.create({ email: theirs, role: 'developer' })
    const colleague = await open(await newLink(theirs))
    await colleague.page.getByRole('button', { name: 'Continue' }).click()
    await colleague.page.getByRole('button', { name: 'Join Dune Press' }).click()
    await colleague.page.getByRole('navigation').waitFor()
    // Five minutes after the sign-in, it is asked for again.
    await query("update pursestrings.merchant_sessions set mail_proven_at = mail_proven_at - interval '5 minutes'")

    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill('wrong@dune.example')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByText(`We sent a code to ${email}.`).waitFor()
    await inspect(page, 'step-up-code')
    await page.getByLabel('Code').fill('BBBB-BBBB')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('step_up_code_refused').waitFor()
    await page.getByLabel('Code').fill(await world.codeFor(email))
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    const takeBack = page.getByRole('button', { name: 'Cancel wrong@dune.example' })
    await takeBack.click()
    await takeBack.waitFor({ state: 'detached' })
    expect(await merchant.memberInvitations.list().toArray()).toMatchObject([
      { email: 'wrong@dune.example', status: 'withdrawn' },
      { email: theirs, status: 'accepted' },
    ])

    await page.getByRole('button', { name: `Remove ${theirs}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Remove ${theirs}` })
      .click()
    await page.getByRole('row', { name: theirs }).waitFor({ state: 'detached' })
    await colleague.page.getByRole('link', { name: 'Agents' }).click()
    await colleague.page.getByRole('heading', { name: 'Your session expired' }).waitFor()
    expect([faults, colleague.faults]).toEqual([[], []])
  })

  test('whoever is in two organizations switches between them, in every tab', async () => {
    const { dev, inspect, open, newLink, signedIn } = world
    const email = 'sam@pier.example'
    const { merchant: other } = await signedIn('first@lagoon.example', 'Lagoon Cinema')
    const { page, faults, context } = await signedIn(email, 'Pier Bakery', '/agents')
    expect(await page.getByText('Switch organization').count()).toBe(0)
    await other.memberInvitations.create({ email, role: 'viewer' })
    const scopes = ['payment.requests.create'] as const
    await other.agents.create({ name: 'Film agent', runtime: 'node', environment: 'testnet', allowed_scopes: scopes })
    const { page: joining } = await open(await newLink(email))
    await joining.getByRole('button', { name: 'Continue' }).click()
    await joining.getByRole('button', { name: 'Join Lagoon Cinema' }).click()
    await joining.getByRole('navigation').waitFor()

    await page.reload()
    const second = await context.newPage()
    await second.goto(`${dev.portal_url}/members`)
    await second.getByText('There’s only one owner').waitFor()
    await page.getByLabel('Name').fill('Bread agent')
    await page.getByRole('button', { name: 'Add agent' }).click()
    await page.getByRole('heading', { name: 'Bread agent' }).waitFor()
    await page.locator('.side-switch summary').click()
    await inspect(page, 'switch')
    // The small screens of that look may have closed it, or may be about to.
    await page.reload()
    await page.locator('.side-switch summary').click()
    await page.getByRole('button', { name: 'Lagoon Cinema' }).click()
    await page.getByRole('complementary').getByText('Viewer', { exact: true }).waitFor()
    await page.waitForURL(`${dev.portal_url}/`)
    expect(await page.getByRole('complementary').getByText('Pier Bakery').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Agents' }).click()
    await page.getByText('Film agent').waitFor()
    expect(await page.getByText('Bread agent').count()).toBe(0)
    // The other tab was told, and shows nothing of the organization of before.
    await second.getByText('first@lagoon.example').waitFor()
    // By keyboard, and back.
    await page.locator('.side-switch summary').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('complementary').getByText('Owner', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Agents' }).click()
    await page.getByText('Bread agent').waitFor()
    await world.query(
      "update pursestrings.merchants set status = 'suspended', suspended_by = 'operator' where name = 'Pier Bakery'",
    )
    await page.reload()
    await page.getByText('The people who run this service suspended your organization.').waitFor()
    await inspect(page, 'suspended')
    await page.getByRole('link', { name: 'See the reason' }).click()
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    expect(faults).toEqual([])
  })
}
