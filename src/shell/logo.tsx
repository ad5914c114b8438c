import { useShop } from '#client/shop-context.ts'
import css from './logo.module.css'

/** The link to the home page: the merchant's logo, or the shop's name. */
export function Logo() {
  const { storefront } = useShop()
  const { logo1, name } = storefront
  return (
    <a className={css.logo} href="/" aria-label={`${name}, home`}>
      {logo1 ? <img src={logo1.path} alt="" width={logo1.width ?? 160} height={logo1.height ?? 40} /> : name}
    </a>
  )
}
