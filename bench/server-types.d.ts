// What plugins add to Fastify's own types: the server's files take them from app.ts, which no measurement imports.
/// <reference types="@fastify/cookie" />
