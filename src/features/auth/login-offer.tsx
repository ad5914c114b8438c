import { useShop } from '#client/shop-context.ts'
import { openLogin } from '#features/session/open-login.ts'
import css from './login-offer.module.css'
import { SwitchLink } from './switch-link.tsx'

/**
 * Offers guests a login in the checkout, if the shop enables it; it is never required. Spec §6
 * (`enable_login_at_checkout`).
 */
export function LoginOffer({ redirect }: { redirect: string }) {
  const { settings } = useShop()
  if (!settings.enable_login_at_checkout) return null
  return (
    <p className={css.offer}>
      Have an account?{' '}
      <SwitchLink href={`/login?${new URLSearchParams({ redirect })}`} onGo={() => openLogin({ redirect })}>
        Log in
      </SwitchLink>
    </p>
  )
}
