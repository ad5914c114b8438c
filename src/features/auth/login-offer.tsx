import { useShop } from '#client/shop-context.ts'
import css from './login-offer.module.css'
import { openLogin } from './open-login.ts'
import { SwitchLink } from './switch-link.tsx'

/** For guests in the checkout, where the shop wants it: logging in is offered, never asked for. Spec §6 (`enable_login_at_checkout`). */
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
