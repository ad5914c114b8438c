import { accountOrder } from './account-order/data.ts'
import { accountOrders } from './account-orders/data.ts'
import { cart } from './cart/data.ts'
import { category } from './category/data.ts'
import { checkoutAddress } from './checkout-address/data.ts'
import { checkoutComplete } from './checkout-complete/data.ts'
import { checkoutFailed } from './checkout-failed/data.ts'
import { checkoutPayment } from './checkout-payment/data.ts'
import { collection } from './collection/data.ts'
import { content } from './content/data.ts'
import { home } from './home/data.ts'
import { product } from './product/data.ts'
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
  accountOrders,
  accountOrder,
  content,
}
