// Types that plugins add to Fastify: the server's files get them through app.ts, which no measurement imports.
/// <reference types="@fastify/cookie" />
