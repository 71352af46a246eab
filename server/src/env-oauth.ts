import { startProblem } from '#db/start-problem.ts'
import type { SettingName as Name } from './env-settings.ts'
import { origin } from './env-values.ts'

export interface OAuthEnv {
  google: OAuthClient & { issuer: string }
  github: OAuthClient & { url: string; api_url: string }
  facebook: OAuthClient & { url: string; api_url: string }
}

/** A provider without an id is not offered. */
export interface OAuthClient {
  id: string | undefined
  secret: string
}

export function readOAuth(get: (name: Name) => string | undefined): OAuthEnv {
  const client = (name: 'GOOGLE' | 'GITHUB' | 'FACEBOOK'): OAuthClient => {
    const [id, secret = ''] = [get(`${name}_CLIENT_ID`), get(`${name}_CLIENT_SECRET`)]
    if (id && !secret) throw startProblem(`${name}_CLIENT_ID needs ${name}_CLIENT_SECRET.`)
    return { id, secret }
  }
  const url = (name: Name, fallback: string) => origin(name, get(name) ?? fallback).origin
  return {
    google: { ...client('GOOGLE'), issuer: url('GOOGLE_ISSUER', 'https://accounts.google.com') },
    github: {
      ...client('GITHUB'),
      url: url('GITHUB_URL', 'https://github.com'),
      api_url: url('GITHUB_API_URL', 'https://api.github.com'),
    },
    facebook: {
      ...client('FACEBOOK'),
      url: url('FACEBOOK_URL', 'https://www.facebook.com'),
      api_url: url('FACEBOOK_GRAPH_URL', 'https://graph.facebook.com'),
    },
  }
}
