// Go. POSTROOM_SERVICE is the program: POSTROOM_SERVICE=./postroom-service go test labels_test.go
package labels

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

type object = map[string]any

func start(t *testing.T) (base, practice string) {
	ready := filepath.Join(t.TempDir(), "ready.json")
	server := exec.Command(os.Getenv("POSTROOM_SERVICE"), "--seed", "7", "--port", "0", "--ready-file", ready)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Process.Kill(); server.Wait() })
	for {
		if text, err := os.ReadFile(ready); err == nil {
			var service object
			if err := json.Unmarshal(text, &service); err != nil {
				t.Fatal(err)
			}
			return service["baseUrl"].(string), service["practiceUrl"].(string)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func call(t *testing.T, method, url string, body object, headers map[string]string) (int, object) {
	text, _ := json.Marshal(body)
	request, err := http.NewRequest(method, url, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var value object
	if err := json.NewDecoder(answer.Body).Decode(&value); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, value
}

func TestMoneyRunsOut(t *testing.T) {
	base, practice := start(t)
	_, account := call(t, "POST", practice+"/accounts", object{"name": "go", "balance": 1}, nil)
	_, signedIn := call(t, "POST", base+"/Account/Token", object{
		"apiKey": "go-key", "apiSecret": "go-secret", "userName": "go", "password": "go-password"}, nil)
	jane := object{"name": "Jane Sample", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118"}
	status, refusal := call(t, "POST", base+"/Shipment", object{
		"fromAddress": jane, "toAddress": jane, "service": "PriorityMail",
		"packages":         []object{{"weight": 1, "length": 8, "width": 6, "height": 4}},
		"carrierAccountId": account["carrierAccounts"].(object)["POST-eVS"],
	}, map[string]string{"Authorization": "Bearer " + signedIn["token"].(string), "transactionId": "order-1"})
	code := refusal["Errors"].([]any)[0].(object)["Code"]
	if status != 422 || code != "ACCOUNT.BALANCE.VALIDATION_FAILED" {
		t.Fatal(status, refusal)
	}
}
