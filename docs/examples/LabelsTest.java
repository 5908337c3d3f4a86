// JUnit 5. POSTROOM_SERVICE is the program.
import static org.junit.jupiter.api.Assertions.*;

import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.util.regex.*;
import org.junit.jupiter.api.*;

class LabelsTest {
    static final HttpClient HTTP = HttpClient.newHttpClient();
    static Process server;
    static String base, practice;

    /** The first text with this name; a real test has a JSON library. */
    static String text(String json, String name) {
        Matcher found = Pattern.compile('"' + name + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
        assertTrue(found.find(), name + " in " + json);
        return found.group(1);
    }

    static HttpResponse<String> call(String method, String url, String body, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json");
        for (int at = 0; at < headers.length; at += 2) request.header(headers[at], headers[at + 1]);
        var sent = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        return HTTP.send(request.method(method, sent).build(), HttpResponse.BodyHandlers.ofString());
    }

    @BeforeAll
    static void start() throws Exception {
        Path ready = Files.createTempDirectory("practice").resolve("ready.json");
        server = new ProcessBuilder(System.getenv("POSTROOM_SERVICE"), "--seed", "7", "--port", "0",
            "--ready-file", ready.toString()).start();
        while (!Files.exists(ready)) Thread.sleep(10);
        String json = Files.readString(ready);
        base = text(json, "baseUrl");
        practice = text(json, "practiceUrl");
    }

    @AfterAll
    static void stop() {
        server.destroy();
    }

    @Test
    void aParcelMovesWithTheClockOfItsAccount() throws Exception {
        String account = call("POST", practice + "/accounts", "{\"name\": \"junit\"}").body();
        String token = text(call("POST", base + "/Account/Token", """
            {"apiKey": "junit-key", "apiSecret": "junit-secret", "userName": "junit", "password": "junit-password"}
            """).body(), "token");
        String jane = """
            {"name": "Jane Sample", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118"}""";
        String order = """
            {"fromAddress": %s, "toAddress": %s, "service": "PriorityMail", "carrierAccountId": "%s",
             "packages": [{"weight": 1, "length": 8, "width": 6, "height": 4}]}
            """.formatted(jane, jane, text(account, "POST-eVS"));
        var bought = call("POST", base + "/Shipment", order, "Authorization", "Bearer " + token,
            "transactionId", "order-1");
        assertEquals(200, bought.statusCode(), bought.body());
        String track = base + "/Tracking?key=TransactionId&value=order-1";
        String before = call("GET", track, null, "Authorization", "Bearer " + token).body();
        assertEquals("LabelGenerated", text(before, "subStatus"));
        call("POST", practice + "/clock", "{\"apiKey\": \"junit-key\", \"jump\": {\"days\": 20}}");
        String after = call("GET", track, null, "Authorization", "Bearer " + token).body();
        assertNotEquals("LabelGenerated", text(after, "subStatus"));
    }
}
