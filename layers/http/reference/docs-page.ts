/**
 * What the page of the reference shows, and what it leaves out: nothing asks another host. Addresses
 * are relative to the page, for a service below the root of its host.
 */
const CONFIGURATION = {
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  requestSnippetsEnabled: true,
  persistAuthorization: false,
  // The usual one sends the document to another host.
  validatorUrl: 'none',
};

export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<title>Reference · Video Reader</title>
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript. The same is in <a href="llms-full.txt">plain text</a> and as
<a href="openapi.json">OpenAPI</a>.</noscript>
<script src="docs/swagger-ui.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

export const START_SCRIPT = `SwaggerUIBundle(${JSON.stringify(CONFIGURATION)});\n`;

/** Behind those of Swagger UI, which on a telephone leave what is told of a group a letter's width. */
export const NARROW_STYLE = `
@media (max-width: 40rem) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; order: 1; padding: 0; }
}
`;

/** Scripts and styles are this origin's; small pictures stand in the styles themselves. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
