import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/**
 * DynamoDB Local on loopback, for those who hold the key pair of its standard input. By itself it
 * listens on every interface, takes any signature, and lets every web page call it.
 */
public final class SignedDynamoDb extends Handler.Wrapper {
  /** DynamoDB's own limit of a request. */
  private static final long MAX_BODY_BYTES = 16L << 20;

  private static final Duration MAX_SKEW = Duration.ofMinutes(15);
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "AWS4-HMAC-SHA256 Credential=([^/]+)/((\\d{8})/([\\w-]+)/dynamodb/aws4_request),"
              + " *SignedHeaders=([\\w;-]+), *Signature=([0-9a-f]{64})");

  private final String accessKeyId;
  private final String secret;

  /** The key pair comes as two lines: an environment could be read in /proc. */
  private SignedDynamoDb(BufferedReader keyPair) throws IOException {
    accessKeyId = keyPair.readLine();
    secret = keyPair.readLine();
  }

  public static void main(String[] args) throws Exception {
    DynamoDBProxyServer engine = ServerRunner.createServerFromCommandLineArgs(args);
    var field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    Server server = (Server) field.get(engine);
    for (var each : server.getConnectors()) ((ServerConnector) each).setHost("127.0.0.1");
    var gate = new SignedDynamoDb(new BufferedReader(new InputStreamReader(System.in, UTF_8)));
    gate.setHandler(server.getHandler());
    server.setHandler(gate);
    engine.start();
    engine.join();
  }

  @Override
  public boolean handle(Request request, Response response, Callback done) throws Exception {
    String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    if (header == null) return refuse("MissingAuthenticationTokenException", response, done);
    Matcher claim = AUTHORIZATION.matcher(header);
    if (!claim.matches() || !claim.group(1).equals(accessKeyId) || isStale(request)
        || request.getLength() > MAX_BODY_BYTES) {
      return refuse("UnrecognizedClientException", response, done);
    }
    ByteBuffer body = Content.Source.asByteBuffer(request);
    byte[] expected = signature(request, claim, body.slice()).getBytes(UTF_8);
    if (!MessageDigest.isEqual(expected, claim.group(6).getBytes(UTF_8))) {
      return refuse("InvalidSignatureException", response, done);
    }
    return super.handle(new ReadRequest(request, body), response, done);
  }

  private static boolean isStale(Request request) {
    try {
      Instant signed = DATE.parse(request.getHeaders().get("x-amz-date"), Instant::from);
      return Duration.between(signed, Instant.now()).abs().compareTo(MAX_SKEW) > 0;
    } catch (RuntimeException missingOrMalformed) {
      return true;
    }
  }

  /** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
  private String signature(Request request, Matcher claim, ByteBuffer body) throws Exception {
    var canonical = new StringBuilder(request.getMethod() + "\n/\n\n");
    for (String name : claim.group(5).split(";")) {
      String value = String.join(",", request.getHeaders().getValuesList(name));
      canonical.append(name + ":" + value.trim().replaceAll(" +", " ") + "\n");
    }
    canonical.append("\n" + claim.group(5) + "\n" + sha256(body));
    String date = request.getHeaders().get("x-amz-date");
    ByteBuffer text = ByteBuffer.wrap(canonical.toString().getBytes(UTF_8));
    String toSign = "AWS4-HMAC-SHA256\n" + date + "\n" + claim.group(2) + "\n" + sha256(text);
    byte[] key = ("AWS4" + secret).getBytes(UTF_8);
    for (String part : claim.group(2).split("/")) key = hmac(key, part);
    return HexFormat.of().formatHex(hmac(key, toSign));
  }

  private static String sha256(ByteBuffer bytes) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(bytes);
    return HexFormat.of().formatHex(digest.digest());
  }

  private static byte[] hmac(byte[] key, String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(UTF_8));
  }

  /** Answers as DynamoDB does, under whose names clients know not to try again. */
  private static boolean refuse(String type, Response response, Callback done) {
    response.setStatus(400);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/x-amz-json-1.0");
    String body = "{\"__type\":\"com.amazon.coral.service#" + type + "\",\"message\":"
        + "\"The request is not signed with the key pair of this service.\"}";
    Content.Sink.write(response, true, body, done);
    return true;
  }

  /** A request whose body was read already. */
  private static final class ReadRequest extends Request.Wrapper {
    private Content.Chunk left;

    ReadRequest(Request request, ByteBuffer body) {
      super(request);
      left = Content.Chunk.from(body, true);
    }

    @Override
    public Content.Chunk read() {
      Content.Chunk chunk = left;
      left = Content.Chunk.next(chunk);
      return chunk;
    }

    @Override
    public void demand(Runnable ready) {
      ready.run();
    }
  }
}
