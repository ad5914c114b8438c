import type { Api } from '#contract/client.ts'
import { account } from './account/data.ts'
import { accountAddresses } from './account-addresses/data.ts'
import { accountConfirmEmail } from './account-confirm-email/data.ts'
import { accountData } from './account-data/data.ts'
import { accountOrder } from './account-order/data.ts'
import { accountOrders } from './account-orders/data.ts'
import { accountPanel } from './account-panel/data.ts'
import { accountPassword } from './account-password/data.ts'
import { accountProfile } from './account-profile/data.ts'
import { accountSecurity } from './account-security/data.ts'
import { blogList } from './blog-list/data.ts'
import { blogPost } from './blog-post/data.ts'
import { cart } from './cart/data.ts'
import { category } from './category/data.ts'
import { checkoutAddress } from './checkout-address/data.ts'
import { checkoutComplete } from './checkout-complete/data.ts'
import { checkoutFailed } from './checkout-failed/data.ts'
import { checkoutPayment } from './checkout-payment/data.ts'
import { collection } from './collection/data.ts'
import { content } from './content/data.ts'
import { forgotPassword } from './forgot-password/data.ts'
import { form } from './form/data.ts'
import { home } from './home/data.ts'
import { login } from './login/data.ts'
import { product } from './product/data.ts'
import { register } from './register/data.ts'
import { resetPassword } from './reset-password/data.ts'
import { search } from './search/data.ts'
import { shop } from './shop/data.ts'
import { trackOrder } from './track-order/data.ts'
import { withdraw } from './withdraw/data.ts'

/** The server's half of every screen; `routes.ts` has the browser's. */
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
  account,
  accountConfirmEmail,
  accountData,
  accountPassword,
  accountProfile,
  accountSecurity,
  accountAddresses,
  trackOrder,
  withdraw,
  login,
  register,
  forgotPassword,
  resetPassword,
  accountOrders,
  accountOrder,
  form,
  accountPanel,
  blogList,
  blogPost,
  content,
}

declare module '#pages/screen.ts' {
  interface Register {
    api: Api
  }
}
