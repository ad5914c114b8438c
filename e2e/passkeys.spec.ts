import { fromShop, openLogin, registered } from './auth-steps.ts'
import { expect, test } from './shopper.ts'

// A logout right after the login aborts the session of the pending wishlist request.
test.use({ mayComplain: [/status of (401|404)/] })

test('a customer adds a passkey and logs in with it from the e-mail field @desktop', async ({
  page,
  shopper,
}) => {
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
  const { email, password } = await registered(page.request)
  await page.request.post('/api/auth/login', { data: { email, password }, headers: fromShop() })
  await shopper.open('/account/security')
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await panel.getByRole('textbox', { name: 'Current password' }).fill(password)
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(1)

  await shopper.open('/account')
  await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/$/)
  await openLogin(page)
  // The form for the mobile number has no autofill field, so it offers a button.
  await expect(page.getByRole('button', { name: 'Login with a passkey' })).toBeVisible()
  await page.getByRole('link', { name: 'Login with Email' }).click()

  // The virtual authenticator accepts the autofill offer immediately.
  await expect(page).toHaveURL(/\/account$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Asha' })).toBeVisible()

  await shopper.open('/account/security')
  await expect(page.getByRole('region', { name: 'Access log' })).toContainText('Logged in by passkey')
  await panel.getByRole('button', { name: /^Remove the passkey/ }).click()
  await panel.getByRole('button', { name: /^Really remove the passkey/ }).click()
  await expect(panel.getByText('No passkeys yet.')).toBeVisible()
})

test('the document of account security has the list of passkeys @desktop', async ({ page }) => {
  const { email, password } = await registered(page.request)
  await page.request.post('/api/auth/login', { data: { email, password }, headers: fromShop() })
  // A list that arrives after the document moves the controls below it from under a pointer.
  expect(await (await page.request.get('/account/security')).text()).toContain('No passkeys yet.')
})
