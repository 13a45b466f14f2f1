// Keeps the shell, so that the wallet opens without a network: its page and the files that the page names by their content.
// What the service or the ledger answers is never kept, and neither are the settings.
const SHELL = 'shell-1'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(['/', '/scheme.js', '/mark.svg'])))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(old())
})

/** The newest page if there is a network, the kept one if there is none. */
const page = async (request) => {
  const shell = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    if (answer.ok) await shell.put('/', answer.clone())
    return answer
  } catch {
    return (await shell.match('/')) ?? Response.error()
  }
}

/** Files under /assets/ never change. */
const asset = async (request) => {
  const shell = await caches.open(SHELL)
  const kept = await shell.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await shell.put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

/** Whatever the message says, only this is shown: who asks for how much is seen in the wallet, once it is open. */
const NOTICE = 'Something is waiting in your wallet'

self.addEventListener('push', (event) => {
  // One tag: a new one takes the place of the one before.
  const shown = { tag: 'something-waits', icon: '/mark.svg' }
  event.waitUntil(self.registration.showNotification(NOTICE, shown))
})

/** To the wallet that is open, or to a new one. */
const show = async () => {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  await (open ? open.focus() : self.clients.openWindow('/'))
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show())
})
