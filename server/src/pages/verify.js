// The page behind a sign-in link. The token waits in the fragment until a person presses the button: opening the page,
// as mail scanners do, uses nothing up. Everything shown is set as text, never as markup.

const step = document.getElementById('step')
const token = new URLSearchParams(location.hash.slice(1)).get('token')
history.replaceState(null, '', location.pathname)

const element = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties)
  node.append(...children)
  return node
}
const show = (...nodes) => {
  step.replaceChildren(...nodes)
  step.querySelector('input, button')?.focus()
}
const title = (text) => element('h1', { textContent: text })
const line = (text, className = '') => element('p', { textContent: text, className })
const alarm = (text) => element('p', { textContent: text, className: 'bad', role: 'alert' })

const call = async (method, path, body, headers = {}) => {
  const response = await fetch(path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!answer.ok) throw Object.assign(new Error(inPlainWords(answer.error)), { status: response.status })
  return answer
}

/** The API's own sentences speak to programs. */
const WORDS = {
  sign_in_link_spent: 'This link has been used or has expired.',
  grant_spent: 'This took longer than ten minutes, or was already done in another tab.',
  rate_limited: 'Too many tries. Wait a few minutes.',
  email: 'This is not an address that mail can be sent to.',
  name: 'Use 1 to 120 visible characters, without a space at either end.',
}
const inPlainWords = ({ code, field, message }) => WORDS[code] ?? WORDS[field] ?? message

/** Runs a step once at a time; says beside it what went wrong, or starts anew where it cannot be tried again. */
const attempt = async (run) => {
  const buttons = step.querySelectorAll('button')
  for (const b of buttons) b.disabled = true
  step.querySelector('[role=alert]')?.remove()
  try {
    await run()
  } catch (error) {
    if (error.status === 410) return askForLink(alarm(error.message))
    for (const b of buttons) b.disabled = false
    step.append(alarm(error.message))
  }
}

const button = (label, run, className = '') => {
  const node = element('button', { textContent: label, type: 'button', className })
  node.addEventListener('click', () => attempt(run))
  return node
}

/** One field and its button; Enter does the same as the button. */
const form = (label, input, action, run) => {
  const node = element(
    'form',
    {},
    element('label', { htmlFor: input.id, textContent: label }),
    input,
    element('button', { textContent: action }),
  )
  node.addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(() => run(input.value.trim()))
  })
  return node
}

const askForLink = (why) =>
  show(
    title('Sign in'),
    why,
    form(
      'Your e-mail address',
      element('input', { id: 'email', type: 'email', autocomplete: 'email', required: true }),
      'Send me a sign-in link',
      async (email) => {
        await call('POST', '/v1/merchant-accounts/registrations', { email })
        show(
          title('Look into your mailbox'),
          line(`If mail can reach ${email}, a link is on its way. It works once, for ten minutes.`),
        )
      },
    ),
  )

const signedIn = ({ merchant, account, csrf_token }) =>
  show(
    title('You are signed in'),
    line(merchant.name, 'name'),
    line(account.email, 'dim'),
    ...(merchant.status === 'pending' ? [line('Pending: its first proven domain activates it.', 'dim')] : []),
    button('Open the API reference', async () => location.assign('/docs/')),
    button(
      'Sign out',
      async () => {
        await call('DELETE', '/v1/merchant-sessions/current', undefined, { 'x-csrf-token': csrf_token })
        askForLink(line('You are signed out.', 'dim'))
      },
      'quiet',
    ),
  )

const openSession = async (body) => {
  await call('POST', '/v1/merchant-sessions', body)
  signedIn(await call('GET', '/v1/merchant-sessions/current'))
}

const nameOrganization = (grant) =>
  show(
    title('Name your organization'),
    line('Payers will see this name beside the domain you prove.', 'dim'),
    form(
      'Name',
      element('input', { id: 'name', maxLength: 120, required: true, autocomplete: 'organization' }),
      'Create it',
      async (name) => {
        const { next_grant } = await call('POST', '/v1/merchants', { grant, name })
        await openSession({ grant: next_grant })
      },
    ),
  )

const choose = ({ merchant_choices, session_grant: grant }) =>
  show(
    title('Which organization?'),
    ...merchant_choices.map(({ choice, name }) => button(name, () => openSession({ grant, choice }))),
    button('Create another', async () => nameOrganization(grant), 'quiet'),
  )

if (token) {
  show(
    title('Sign in to Countersign'),
    line('The link works once. Press the button to use it.', 'dim'),
    button('Continue', async () => {
      const answer = await call('POST', '/v1/merchant-accounts/email-verifications', { token })
      if (answer.merchant_choices.length === 0) nameOrganization(answer.session_grant)
      else choose(answer)
    }),
  )
} else {
  call('GET', '/v1/merchant-sessions/current').then(signedIn, () =>
    askForLink(line('We send you a link that works once.', 'dim')),
  )
}
