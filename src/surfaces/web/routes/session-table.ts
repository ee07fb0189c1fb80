import type { Route } from '../define-route.ts'

export const sessionRoutes: readonly Route[] = []
