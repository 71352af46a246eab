/** Every address of the product, by name; a house test forbids writing one by hand anywhere else. */
export const paths = {
  home: '/',
  signin: '/signin',
  notFound: '/404',
  apiDashboard: '/api-dashboard',
  development: '/development',
} as const
