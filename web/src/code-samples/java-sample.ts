import type { SampleFiles } from '@portico/contract/body-parts.ts'
import { headerLines, JSON_TYPE, type SampleParts, SECRET } from './curl.ts'
import { partHead } from './form-part.ts'
import { inScript, oneLine } from './literals.ts'

/** Java has no class for forms with files, so the program writes their parts itself. */
export function javaLines({
  url,
  login,
  password,
  body,
  files,
  headers,
  type = JSON_TYPE,
  method,
}: SampleParts): string[] {
  const hasForm = files !== undefined && files.whole === undefined
  const hasBody = body !== undefined || files !== undefined
  return [
    ...(hasForm ? ['import java.io.ByteArrayOutputStream;'] : []),
    'import java.net.URI;',
    'import java.net.http.*;',
    ...(files ? ['import java.nio.file.*;'] : []),
    hasForm ? 'import java.util.*;' : 'import java.util.Base64;',
    '',
    'public class Request {',
    '  public static void main(String[] args) throws Exception {',
    `    var login = ${inScript(login)};`,
    `    var password = ${password === undefined ? `System.getenv("${SECRET}")` : inScript(password)};`,
    '    var token = Base64.getEncoder().encodeToString((login + ":" + password).getBytes("UTF-8"));',
    ...(hasForm ? formLines(files) : []),
    `    var request = HttpRequest.newBuilder(URI.create(${inScript(url)}))`,
    '        .header("Authorization", "Basic " + token)',
    ...headerLines({ url, login, headers }, (name, value) => `        .header(${inScript(name)}, ${inScript(value)})`),
    ...(hasForm ? ['        .header("Content-Type", "multipart/form-data; boundary=" + boundary)'] : []),
    ...(hasBody && !hasForm ? [`        .header("Content-Type", ${inScript(type)})`] : []),
    `        .method(${inScript(method ?? (hasBody ? 'POST' : 'GET'))}, HttpRequest.BodyPublishers.${publisher(body, files, type)}).build();`,
    '    System.out.println(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());',
    '  }',
    '}',
  ]
}

function publisher(body: string | undefined, files: SampleFiles | undefined, type: string): string {
  if (files?.whole !== undefined) return `ofFile(Path.of(${inScript(files.whole)}))`
  if (files) return 'ofByteArray(body.toByteArray())'
  return body === undefined ? 'noBody()' : `ofString(${inScript(oneLine(body, type))})`
}

function formLines({ fields, files }: SampleFiles): string[] {
  const part = (text: string) => `    body.write(("--" + boundary + "\\r\\n" + ${text}).getBytes("UTF-8"));`
  return [
    '    var boundary = UUID.randomUUID().toString();',
    '    var body = new ByteArrayOutputStream();',
    ...fields.map(([name, value]) => part(`${partHead(name)} + ${inScript(value)} + "\\r\\n"`)),
    ...files.flatMap(([name, file]) => [
      part(partHead(name, file)),
      `    body.write(Files.readAllBytes(Path.of(${inScript(file)})));`,
      '    body.write("\\r\\n".getBytes("UTF-8"));',
    ]),
    '    body.write(("--" + boundary + "--\\r\\n").getBytes("UTF-8"));',
  ]
}
