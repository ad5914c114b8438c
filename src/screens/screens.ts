import { cart } from './cart/data.ts'
import { category } from './category/data.ts'
import { checkoutAddress } from './checkout-address/data.ts'
import { checkoutComplete } from './checkout-complete/data.ts'
import { checkoutFailed } from './checkout-failed/data.ts'
import { checkoutPayment } from './checkout-payment/data.ts'
import { collection } from './collection/data.ts'
import { content } from './content/data.ts'
import { forgotPassword } from './forgot-password/data.ts'
import { home } from './home/data.ts'
import { login } from './login/data.ts'
import { product } from './product/data.ts'
import { register } from './register/data.ts'
import { resetPassword } from './reset-password/data.ts'
import { search } from './search/data.ts'
import { shop } from './shop/data.ts'

/** The server's half of every screen; `routes.ts` holds the browser's. */
export const screens = {
  home,
  shop,
  category,
  collection,
  product,
  search,
  cart,
  checkoutAddress,
  checkoutPayment,
  checkoutComplete,
  checkoutFailed,
  login,
  register,
  forgotPassword,
  resetPassword,
  content,
}
