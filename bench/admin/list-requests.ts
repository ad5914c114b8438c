import { whole } from '../figures.ts'
import { changedBrand } from './fill-back-office.ts'
import { otherLists } from './other-lists.ts'

/** Requests of one list of the back office, by what each asks for. */
export type ListRequests = { list: string; budgetMs: number; requests: Record<string, string> }

type Known = { products: number; orders: number; customers: number } & KnownRecords

export type KnownRecords = {
  brand: number
  category: number
  product: number
  order: number
  customer: number
}

/** Filters, orders and searches of each list, on the first page and on deep ones. `category` has categories below it. */
export function listRequests(known: Known): ListRequests[] {
  const { products, orders, customers, brand, category, product, order, customer } = known
  const list = (path: string, queries: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(queries).map(([name, query]) => [name, `/api/admin/${path}?per_page=25${query}`]),
    )
  const deep = (rows: number) => `&page=${Math.max(1, Math.floor(rows / 25))}`
  return [
    {
      list: 'Products',
      budgetMs: 100,
      requests: list('products', {
        'first page': '',
        'last page': deep(products),
        'by name': '&sort=name&order=asc',
        'by name, last page': `&sort=name&order=asc${deep(products)}`,
        'by name, middle page': `&sort=name&order=asc${deep(products / 2)}`,
        'by change': '&sort=updated_at',
        'by change, last page': `&sort=updated_at${deep(products)}`,
        'a category and those below': `&category=${category}`,
        'a category, by name': `&category=${category}&sort=name&order=asc`,
        'a brand of 10,000': `&brand=${brand}`,
        'a brand of 10,000, last page by change': `&brand=${brand}&sort=updated_at${deep(10_000)}`,
        'a category, by name, a middle page': `&category=${category}&sort=name&order=asc${deep(products / 20)}`,
        'a brand, by name': `&brand=${brand}&sort=name&order=asc`,
        'a brand in a category, not published': `&brand=${brand}&category=${category}&state=draft`,
        'published, last page by change': `&state=published&sort=updated_at${deep(products * 0.95)}`,
        published: '&state=published',
        'not published, by name': '&state=draft&sort=name&order=asc',
        'sold out': '&stock=out',
        'sold out, last page': `&stock=out${deep(products / 10)}`,
        'sold out, a brand': `&stock=out&brand=${brand}`,
        'sold out, by name': '&stock=out&sort=name&order=asc',
        'low stock, by change': '&stock=low&sort=updated_at',
        'search: a word of 7 %': '&q=ceramic',
        'search: a letter, by name': '&q=c&sort=name&order=asc',
        'search: three words': '&q=banyan+ceramic+mug',
        'search: a SKU': `&q=BN-${Math.floor(products / 2)}-1`,
        'search: the beginning of all SKUs': '&q=BN-',
        'search: a word and what is in all addresses': '&q=bench+ceramic',
        'search: a word of all addresses, by change': '&q=bench&sort=updated_at',
        'search: nothing found': '&q=zzzzqq',
        'search in a category, sold out': `&q=ceramic&category=${category}&stock=out`,
      }),
    },
    {
      list: 'Orders',
      budgetMs: 100,
      requests: list('orders', {
        'first page': '',
        'last page': deep(orders),
        'by total': '&sort=grand_total',
        'by total, middle page': `&sort=grand_total${deep(orders / 2)}`,
        'to pack': '&tab=to_pack',
        delivered: '&tab=delivered',
        'delivered, deep page': `&tab=delivered${deep(orders * 0.9)}`,
        'delivered, by total': '&tab=delivered&sort=grand_total',
        closed: '&tab=closed',
        'delivered, by total, deep page': `&tab=delivered&sort=grand_total${deep(orders * 0.9)}`,
        'oldest first': '&order=asc',
        'unpaid, by total': '&tab=unpaid&sort=grand_total',
        'closed, by total': '&tab=closed&sort=grand_total&order=asc',
        'returns, by total': '&tab=returns&sort=grand_total',
        'search: a number': `&q=BO-${1_000_000 + Math.floor(orders / 3)}`,
        'search: the beginning of all numbers': '&q=bo',
        'search: a first name': '&q=asha',
        'search: a full name': '&q=meera+sharma',
        'search: a city, by total': '&q=mumbai&sort=grand_total',
        'search: a city, delivered': '&q=mumbai&tab=delivered',
        'search: a part of all addresses': '&q=example',
        'search: two parts of all orders': '&q=example+bo',
        'search: a phone': `&q=${6_000_000_000 + 8 * 3_571}`,
        'search: a SKU': `&q=BN-${Math.floor(products / 2)}-1`,
        'search: the beginning of all SKUs': '&q=BN-',
        'search: a waybill': `&q=BWB${String(Math.floor(orders / 2)).padStart(10, '0')}`,
        'search: the beginning of all waybills': '&q=BWB',
        'search: nothing found': '&q=zzzzqq',
      }),
    },
    {
      list: 'Customers',
      budgetMs: 100,
      requests: list('customers', {
        'first page': '',
        'oldest first': '&order=asc',
        'page 1,000': '&page=1000',
        'last page': deep(customers),
        'last offered page': deep(50_000),
        'page 1,000, oldest first': '&page=1000&order=asc',
        blocked: '&blocked=true',
        'not blocked': '&blocked=false',
        'blocked, found by name': '&blocked=true&q=asha',
        'search: a first name': '&q=asha',
        'search: a full name': '&q=meera+sharma',
        'search: a first name, oldest first': '&q=asha&order=asc',
        'search: two parts of all addresses': '&q=example+com',
        'search: a part of all addresses and a name': '&q=example+asha+sharma',
        'search: the beginning of all phones': '&q=6',
        'search: a letter': '&q=a',
        'search: an e-mail address': `&q=asha.${31}@example.com`,
        'search: a part of all addresses': '&q=example.com',
        'search: a phone': `&q=${6_000_000_000 + Math.floor(customers / 2) * 3_571}`,
        'search: nothing found': '&q=zzzzqq',
      }),
    },
    {
      list: 'Audit log of 200,000 entries',
      budgetMs: 100,
      requests: list('audit', {
        'first page': '',
        'last page': deep(200_000),
        'an action': '&action=order.pack',
        'a kind of record': '&record_type=coupon',
        'a record': '&record_type=order&record_id=5',
        'a record of any kind': '&record_id=66000',
        'a member of staff': '&q=staff3',
        'a member of staff, oldest first': '&q=staff3&order=asc',
        'all members of staff': '&q=staff',
        'a member of staff and a record': '&q=staff3&record_id=66000',
        'no such member of staff': '&q=zzzz',
        'no such record': '&record_id=zzzz',
      }),
    },
    {
      list: `Reviews (${whole(otherLists.reviews)})`,
      budgetMs: 100,
      requests: list('reviews', {
        'waiting first': '',
        'waiting first, middle page': deep(otherLists.reviews / 2),
        newest: '&sort=id',
        'newest, last page': `&sort=id${deep(otherLists.reviews)}`,
        'by rating': '&sort=rating',
        'by rating, middle page': `&sort=rating${deep(otherLists.reviews / 2)}`,
        waiting: '&status=pending',
        'published, by rating': '&status=published&sort=rating&order=asc',
        'one star': '&stars=1',
        'search: a product': '&q=ceramic',
        'search: an author': '&q=reviewer+777',
        'search: a word of most texts': '&q=glaze',
        'search: a letter, by rating': '&q=c&sort=rating',
        'search: nothing found': '&q=zzzzqq',
      }),
    },
    {
      list: `Subscribers (${whole(otherLists.subscribers)}), stock requests (${whole(otherLists.stockRequests)})`,
      budgetMs: 100,
      requests: {
        ...list('subscribers', {
          'subscribers: first page': '',
          'subscribers: last page': deep(otherLists.subscribers),
          'subscribers: unsubscribed': '&state=unsubscribed',
          'subscribers: subscribed': '&state=subscribed',
          'subscribers: subscribed, last page': `&state=subscribed${deep(otherLists.subscribers * 0.9)}`,
          'subscribers: unconfirmed': '&state=unconfirmed&order=asc',
          'subscribers: an address': '&q=reader.777@',
          'subscribers: the beginning of all addresses': '&q=reader',
          'subscribers: unconfirmed, found': '&q=reader.7&state=unconfirmed',
          'subscribers: nothing found': '&q=zzzz',
        }),
        ...list('stock-requests', {
          'stock requests: most waiting': '',
          'stock requests: oldest': '&sort=since&order=asc',
          'stock requests: found': '&q=ceramic',
          'stock requests: nothing found': '&q=zzzzqq',
        }),
      },
    },
    {
      list: `Messages (${whole(otherLists.messages)})`,
      budgetMs: 100,
      requests: list('submissions', {
        'first page': '',
        'last page': deep(otherLists.messages),
        open: '&state=open',
        answered: '&state=answered',
        'answered, last page': `&state=answered${deep(otherLists.messages * 0.98)}`,
        'a form': '&form=trade-enquiry',
        'a form, open': '&form=trade-enquiry&state=open',
        'search: an address': '&q=sender.777',
        'search: a word of all texts': '&q=deliver',
        'search: nothing found': '&q=zzzzqq',
      }),
    },
    {
      list: `Coupons and redirects (${whole(otherLists.coupons)} each)`,
      budgetMs: 100,
      requests: {
        ...list('coupons', {
          coupons: '',
          'coupons, last page': deep(otherLists.coupons),
          'coupons by code': '&sort=code&order=asc',
          'coupons by use': '&sort=used_count',
          'coupons by end': '&sort=ends_at',
          'coupons: active, by end': '&state=active&sort=ends_at&order=asc',
          'coupons: ended': '&state=ended',
          'coupons: a code': '&q=BENCH777',
          'coupons: nothing found': '&q=zzzzqq',
        }),
        ...list('redirects', {
          redirects: '',
          'redirects by address, last page': `&sort=from_path&order=asc${deep(otherLists.redirects)}`,
          'redirects by use': '&sort=hits',
          'redirects: found': '&q=777',
          'redirects: nothing found': '&q=zzzzqq',
        }),
      },
    },
    {
      list: 'Brands, categories, tags, labels, collections, attributes, pictures (100,000), pages, posts, forms, staff',
      budgetMs: 100,
      requests: {
        ...list('brands', {
          'brands by name': '&sort=name&order=asc',
          'brands by products': '&sort=products',
          'brands found': '&q=together',
        }),
        ...list('categories', {
          categories: '',
          'categories by products': '&sort=products',
          'categories found': '&q=range',
        }),
        ...list('tags', {
          'tags by name': '&sort=name&order=asc',
          'tags by products': '&sort=products',
          'tags found': '&q=tag+77',
        }),
        ...list('labels', { 'labels by products': '&sort=products' }),
        ...list('collections', { collections: '', 'collections by products': '&sort=products' }),
        ...list('attributes', { attributes: '' }),
        ...list('media', {
          pictures: '',
          'pictures, last page': deep(products),
          'pictures: a word of 7 %': '&q=ceramic',
          'pictures: a part of all paths': '&q=bench',
          'pictures: one path': '&q=bench/777.jpg',
          'pictures: nothing found': '&q=zzzzqq',
        }),
        ...list('pages', { pages: '', 'pages by change': '&sort=changed_at' }),
        ...list('blog-posts', {
          posts: '',
          'posts by title': '&sort=title&order=asc',
          drafts: '&status=draft',
          'posts found': '&q=bowl+77',
        }),
        ...list('forms', { 'forms by messages': '&sort=submissions' }),
        ...list('staff', { staff: '' }),
      },
    },
    {
      list: 'Choices and records: phone order, form of a product, a product, an order, a customer, the search field, failed messages',
      budgetMs: 100,
      requests: {
        'phone order: a word': '/api/admin/orders/phone-form?q=ceramic',
        'phone order: two words': '/api/admin/orders/phone-form?q=ceramic+mug',
        'phone order: a SKU': `/api/admin/orders/phone-form?q=BN-${Math.floor(products / 2)}-1`,
        'phone order: nothing found': '/api/admin/orders/phone-form?q=zzzzqq',
        'options of a product': '/api/admin/products/options',
        'a product': `/api/admin/products/${product}`,
        'an order': `/api/admin/orders/${order}`,
        'a customer': `/api/admin/customers/${customer}`,
        'search field: two letters': '/api/admin/search?q=as',
        'search field: a word': '/api/admin/search?q=ceramic',
        'search field: a first name': '/api/admin/search?q=asha',
        'search field: a part of all addresses': '/api/admin/search?q=example',
        'search field: the beginning of all SKUs': '/api/admin/search?q=BN-',
        'search field: a number': `/api/admin/search?q=BO-${1_000_000 + Math.floor(orders / 3)}`,
        'search field: nothing found': '/api/admin/search?q=zzzzqq',
        system: '/api/admin/system',
        'failed messages': '/api/admin/system/messages',
      },
    },
    { list: 'Home', budgetMs: 100, requests: { home: '/api/admin/home' } },
  ]
}

/** The records that the filters and requests name. */
export const knownSql = `select (select id from brands where name = '${changedBrand}') as brand,
  (select min(id) from categories where parent_id is null) as category,
  (select id from products where slug = 'bench-777') as product,
  (select id from orders where order_no = 'BO-1000777') as order,
  (select customer_id::integer from orders where order_no = 'BO-1000777') as customer`
